/** Operations that have the same effect if they are requested twice. */
const repeatable =
  /^((POST|DELETE) \/(messages\/(flags|render)|mark_|typing|users\/me\/(presence|status|subscriptions|alert_words))|PATCH \/(settings$|drafts))/

/** Whether a request is sent again if the socket was lost before its answer. */
export const mayRepeat = (route: string): boolean => repeatable.test(route)
