/// Permitted decoders for external files. A closed list: libavcodec has hundreds of rarely tested decoders for formats
/// of old games and cameras.
enum MediaCodecs {
  /// Names of decoders for the option `codec_whitelist`.
  static let list = "\(video),\(pictures),\(sound)"

  private static let video = """
    h264,hevc,vvc,vp8,vp9,libvpx,libvpx-vp9,av1,libdav1d,libaom-av1,mpeg1video,mpeg2video,mpegvideo,mpeg4,msmpeg4,\
    msmpeg4v1,msmpeg4v2,h261,h263,flv,vp6,vp6a,vp6f,theora,wmv1,wmv2,wmv3,vc1,dirac,prores,dnxhd,cfhd,hap,dvvideo,\
    qtrle,rpza,svq1,svq3,cinepak,mjpeg,ffv1,ffvhuff,huffyuv,utvideo,magicyuv,lagarith,rawvideo,wrapped_avframe,v210,\
    v308,v408,v410,r210,ayuv,yuv4,dxv,mjpegb
    """
  private static let pictures = "png,apng,gif,webp,tiff,bmp,qoi,exr,targa,jpeg2000,libopenjpeg,jpegls"
  private static let sound = """
    aac,aac_latm,mp1float,mp2float,mp3float,mp1,mp2,mp3,ac3,eac3,flac,alac,opus,libopus,vorbis,libvorbis,wavpack,\
    wmav1,wmav2,wmapro,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt,pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,\
    pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,pcm_alaw,pcm_mulaw,pcm_bluray,pcm_dvd,amrnb,\
    amrwb,dca
    """
}
