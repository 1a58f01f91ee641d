/** A request of a service, written by hand after its documentation, and the message that it becomes. */
export interface Example {
  /** What happens, for the documentation: `A push of two commits`. */
  readonly title: string
  readonly headers?: Readonly<Record<string, string>>
  /** The JSON of the body; a text is the body itself. */
  readonly payload: unknown
  /** The message; null: the event is not shown. */
  readonly message: { readonly topic: string; readonly content: string } | null
}
