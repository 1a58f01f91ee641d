/** What can be asked twice without harm: it is the same as asking once. */
const repeatable =
  /^((POST|DELETE) \/(messages\/(flags|render)|mark_|typing|users\/me\/(presence|status|subscriptions|alert_words))|PATCH \/(settings$|drafts))/

/** Whether an operation is asked again when the socket was lost before the answer. */
export const mayRepeat = (route: string): boolean => repeatable.test(route)
