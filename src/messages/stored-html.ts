import { Fragment } from '../core/sql/sql'

/** Stands for the HTML of a message without markup: its content as a paragraph. No HTML is like this. */
const paragraphMark = '='

const paragraph = (content: string): string => `<p>${content}</p>`

/** The search index takes the words of such messages from the content, and those of others from the HTML, where `&lt;` is `<`. */
const isPlain = (content: string): boolean => !/[&<>]/.test(content)

/** Whether the organization stores messages in forms that release 1.0.0 does not know: not while its Worker reads them. */
export interface StoredForms {
  uses_short_forms: number
}

/** The HTML of a message as it is stored beside the content. */
export const storedHtml = (
  { content, rendered_content }: { content: string; rendered_content: string },
  { uses_short_forms }: StoredForms,
): string =>
  uses_short_forms && isPlain(content) && rendered_content === paragraph(content) ? paragraphMark : rendered_content

/** The HTML of a message from what is stored. */
export const htmlOfStored = ({ content, rendered_content }: { content: string; rendered_content: string }): string =>
  rendered_content === paragraphMark ? paragraph(content) : rendered_content

const ofStored = (ofMark: string, ofHtml: string): Fragment =>
  new Fragment(`iif(message.rendered_content = '${paragraphMark}', ${ofMark}, ${ofHtml})`, [])

/** The HTML of `message`. */
export const htmlOf = ofStored(`'<p>' || message.content || '</p>'`, 'message.rendered_content')

/** Length of the HTML of `message` in bytes, without making it. */
export const htmlBytes = ofStored(
  `octet_length(message.content) + ${paragraph('').length}`,
  'octet_length(message.rendered_content)',
)
