/// Commands of one identity differ in their bounds and colour alone: what is drawn of one can be used for another.
package final class CommandIdentity: Sendable {
  package init() {}
}
