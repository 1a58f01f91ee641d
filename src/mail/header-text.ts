import { clipText } from '../core/base/unicode'

/** Control characters, such as line breaks, which end a header. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/gu

/**
 * Characters that change the direction of what follows, or show nothing. Joiners stay: Arabic, Indic scripts and emoji need them.
 */
const invisible = /(?![\u200C\u200D])[\p{Cf}\p{Cs}]/gu

/** Most characters of a name in a mail. */
const longestName = 100

/** Most characters of a subject. */
const longestSubject = 200

const oneLine = (text: string): string =>
  text.replaceAll(controls, ' ').replaceAll(invisible, '').replaceAll(/\s+/g, ' ').trim()

/** A subject, in one line without invisible characters. */
export const subjectText = (text: string): string => clipText(oneLine(text), longestSubject)

/** A name for a header. */
export const headerName = (text: string): string => clipText(oneLine(text), longestName)

/** Places where a mail program sees an address of a page or of a mailbox in a text. */
const linkPlaces = /[.:/@](?=[\p{L}\p{N}/])/gu

/**
 * A name that somebody chose, as it stands in the text of a mail. People invite strangers in their own name, so a name must not
 * become a link: an invisible character (word joiner) stands where programs would recognize one.
 */
export const nameText = (text: string): string => headerName(text).replaceAll(linkPlaces, '$&\u2060')
