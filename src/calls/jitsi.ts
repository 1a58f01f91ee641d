/** Longest address of a Jitsi Meet server, in characters. */
const longestAddress = 200

/**
 * The address of a Jitsi Meet server, behind which clients put a slash and the name of a room. Null for anything but an https address of
 * at most 200 characters. Only browsers open it, so it may be one of a private network.
 */
export function jitsiServer(text: string): string | null {
  if (text.length > longestAddress || !URL.canParse(text)) return null
  const { protocol, username, password, host, pathname, search, hash } = new URL(text)
  if (protocol !== 'https:' || username + password + search + hash !== '') return null
  // Clients put the address into Markdown links, which a parenthesis could end.
  const path = pathname.replaceAll('(', '%28').replaceAll(')', '%29')
  const address = `https://${host}${path}`.replace(/\/+$/, '')
  return address.length > longestAddress ? null : address
}

/** The server for organizations that name none. Null if the operator set something else than an address, such as `off`. */
export const standardJitsiServer = ({ JITSI_SERVER_URL }: Pick<Env, 'JITSI_SERVER_URL'>): string | null =>
  jitsiServer(JITSI_SERVER_URL ?? 'https://meet.jit.si')
