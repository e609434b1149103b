import Foundation
import StarmineTestSupport
import Testing

/// How fast the studio is on this machine: `STARMINE_STUDIO_FIGURES=1 swift test --filter studioFigures`, with nothing
/// else running. Figures are printed, not compared: they say nothing on a machine that is busy.
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["STARMINE_STUDIO_FIGURES"] != nil, "asked for by a variable"),
  .enabled(if: Browser.absence == nil, "\(Browser.absence ?? "")"))
struct StudioFigures {
  /// `fireworks-show` at 960x540: from a slider's move to the pixels on the canvas over 200 moves, pictures a second
  /// while playing, and from the page's address to its first picture.
  @Test func studioFigures() throws {
    let studio = try StudioProcess("fireworks-show")
    let browser = try Browser(width: 1600, height: 1000)
    defer { browser.quit() }
    try browser.open(studio.address)
    // The first time pays for a server that has drawn nothing yet, the second is what a reload takes.
    let first = try browser.text("performance.getEntriesByName('first picture')[0].startTime.toFixed(0)")
    let moves = try browser.text("(await (async () => { \(Self.moving) })())")
    let playing = try browser.text("(await (async () => { \(Self.playing) })())")
    print("studio: first picture after \(first) ms; \(moves); \(playing)")
    #expect(!moves.isEmpty && !playing.isEmpty)
  }

  /// A hand that moves a slider to and fro: the next move comes with the screen's next frame after a picture.
  private static let moving = """
    const { store } = await import(new URL('store.js', location.href));
    document.getElementById('view').style.cssText = 'width: 978px; height: 558px; justify-self: center';
    const until = async isTrue => { while (!isTrue()) await new Promise(resolve => setTimeout(resolve, 5)) };
    const frame = () => new Promise(requestAnimationFrame);
    const picture = () => new Promise(resolve => store.addEventListener('picture', resolve, { once: true }));
    await until(() => canvas.width === 960 && canvas.height === 540 && canvas.dataset.type === 'image/png');
    const size = node => (node.kind === 'cell' ? Object.keys(node.values).length : 0);
    store.select(store.scene.nodes.reduce((one, other) => (size(other) > size(one) ? other : one)).id);
    const find = () => document.querySelector('[data-key=velocity] input[type=range]');
    await until(find);
    const slider = find();
    const start = Number(slider.value);
    const times = [];
    for (let move = 0; move < 200; move += 1) {
      await frame();
      slider.value = start + 0.1 * Math.sin((move + 1) / 10);
      const began = performance.now();
      slider.dispatchEvent(new Event('input'));
      await picture();
      times.push(performance.now() - began);
    }
    const last = `${canvas.width}x${canvas.height}`;
    slider.dispatchEvent(new Event('change'));
    await until(() => store.preview.size === 0 && canvas.dataset.type === 'image/png');
    times.sort((one, other) => one - other);
    return `slider to pixels: median ${times[100].toFixed(1)} ms, p95 ${times[190].toFixed(1)} ms, at last ${last}`
    """

  private static let playing = """
    const { store } = await import(new URL('store.js', location.href));
    const { play, seek } = await import(new URL('stage.js', location.href));
    const wait = seconds => new Promise(resolve => setTimeout(resolve, seconds * 1000));
    seek(1);
    play();
    await wait(2);
    let count = 0;
    const note = () => { count += 1 };
    store.addEventListener('picture', note);
    const began = performance.now();
    await wait(8);
    const rate = (count * 1000) / (performance.now() - began);
    const size = `${canvas.width}x${canvas.height}`;
    play();
    return `playing: ${rate.toFixed(1)} pictures a second, at last ${size}`
    """
}
