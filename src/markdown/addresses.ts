/** Schemes that lead somewhere and run nothing (markdown, Titled). */
const linkable = new Set(
  (
    'http https mailto tel sms ftp file bitcoin geo im irc ircs magnet matrix mms news nntp openpgp4fpr sip smsto ssh ' +
    'urn webcal wtai xmpp'
  ).split(' '),
)

const schemeOf = (address: string): string | undefined => /^([^/?#]*?):/.exec(address)?.[1]

/** Characters that no address may have: spaces, control characters, quotes, angle brackets, backslashes, backticks. */
const unsafe = /[\s\p{C}"<>\\`]/gu

const encoded = (address: string): string =>
  address.toWellFormed().replaceAll(unsafe, (character) => encodeURIComponent(character))

/**
 * The address of a link with this destination; null if it must not be a link (markdown, Titled). A destination without a scheme
 * gets `http://`, unless it is relative.
 */
export function destination(written: string, origin: string): string | null {
  const address = written.trim()
  if (address === '') return null
  if (/^[/#]/.test(address) && !/^\/[/\\]/.test(address)) return encoded(address)
  if (/^\/[/\\]/.test(address)) return encoded(`http:${address}`)
  const scheme = schemeOf(address)
  if (scheme === undefined) {
    const isMail = /^[^/?#@]+@[^/?#@]+$/.test(address)
    return encoded((isMail ? 'mailto:' : 'http://') + address)
  }
  return linkable.has(scheme.toLowerCase()) ? withinRealm(encoded(address), origin) : null
}

/** Links to the realm itself lose its origin and the slash, unless the rest would be read as another address. */
function withinRealm(address: string, origin: string): string {
  if (origin === '' || !address.startsWith(`${origin}/`)) return address
  const rest = address.slice(origin.length + 1)
  return rest === '' || rest.startsWith('/') || schemeOf(rest) !== undefined ? address : rest
}

/** The path below `/user_uploads/` if this is the address of a file of the realm; null for other addresses. */
export const uploadPath = (href: string): string | null => /^\/?user_uploads\/([^?#]+)/.exec(href)?.[1] ?? null
