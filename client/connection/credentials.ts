/** The email address and API key of an account. `cookie` is for a page of the organization's own site that is logged in. */
export type Credentials = 'cookie' | { readonly email: string; readonly key: string }

/**
 * Headers that say who sends a request. A request with a cookie needs a header that pages of other sites cannot send. All
 * pages of a browser share the cookie, so this header also has the id of the account that the page shows: if another account
 * has logged in meanwhile, the server refuses the request. `selfId` is null if the page does not know its account yet.
 */
export const headersOf = (credentials: Credentials, selfId: number | null): Record<string, string> =>
  credentials === 'cookie'
    ? { 'X-Requested-With': selfId === null ? 'rivulet' : `rivulet/${selfId}` }
    : { Authorization: `Basic ${base64(`${credentials.email}:${credentials.key}`)}` }

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
