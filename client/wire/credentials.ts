/** An account's address and API key; or `cookie`, for a page of the organization's own address that is logged in. */
export type Credentials = 'cookie' | { readonly email: string; readonly key: string }

/** Headers of a request. One by cookie needs a header that no page of another address can send. */
export const headersOf = (credentials: Credentials): Record<string, string> =>
  credentials === 'cookie'
    ? { 'X-Requested-With': 'rivulet' }
    : { Authorization: `Basic ${base64(`${credentials.email}:${credentials.key}`)}` }

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
