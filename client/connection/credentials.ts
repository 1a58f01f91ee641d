/** An account's address and API key; or `cookie`, for a page of the organization's own address that is logged in. */
export type Credentials = 'cookie' | { readonly email: string; readonly key: string }

/**
 * Headers of a request. One by cookie needs a header that no page of another address can send. All pages of a browser share
 * the cookie, so the header also names the account that the page shows: when somebody else has logged in since, the server
 * refuses. `user_id` is null where the page does not know its account yet.
 */
export const headersOf = (credentials: Credentials, selfId: number | null): Record<string, string> =>
  credentials === 'cookie'
    ? { 'X-Requested-With': selfId === null ? 'rivulet' : `rivulet/${selfId}` }
    : { Authorization: `Basic ${base64(`${credentials.email}:${credentials.key}`)}` }

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
