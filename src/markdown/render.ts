import { refused } from '../core/base/errors'
import { nothingKnown, type Context } from './context'
import { dialect } from './dialect'
import { withEmbeds, type EmbeddedPage } from './embeds'
import type { Environment, RenderFindings } from './environment'
import { Budget } from './budget'
import { InlineMatches } from './inline-matches'

/** Version of the renderer, shown in the history of a message. Change it when the renderer makes different HTML. */
export const renderedContentVersion = 1

/** A message's HTML and what was found in it. */
export interface RenderedText {
  html: string
  /** Users with a mention that is not silent. */
  mentioned: number[]
  /** User groups with a mention that is not silent. */
  groups: number[]
  wildcard: boolean
  links: Links
  /** Paths of linked files of the realm, below `/user_uploads/`. */
  attachments: string[]
  /** Addresses of pages that may get a preview, in order. */
  pages: string[]
}

/** Kinds of links in a message (narrow, has). */
export interface Links {
  has_link: boolean
  has_image: boolean
  has_attachment: boolean
}

/**
 * Maximal bytes of HTML of a text (markdown, General shape). Ordinary messages of maximal length need less than half of it, and a
 * hundred of the worst fit into the memory of an isolate.
 */
const longestHtml = 200_000

/**
 * Renders a message from a `normalized` text. Pure: everything about the realm comes from the context. Refuses HTML that is
 * too long.
 */
export function render(text: string, context: Context): RenderedText {
  const environment = newEnvironment(context)
  const { found } = environment
  const html = dialect()
    .render(text, { ...environment })
    .trimEnd()
  if (isTooLong(html)) throw refused('Message is too complex to be shown')
  const { has_link, has_image } = found
  return {
    html,
    mentioned: [...found.users],
    groups: [...found.groups],
    wildcard: found.wildcard,
    links: { has_link, has_image, has_attachment: found.attachments.size > 0 },
    attachments: [...found.attachments],
    pages: [...found.pages],
  }
}

/** The `pages` of a text that was rendered before. They do not depend on names of people and streams. */
export function linkedPages(content: string, wanted: Pick<Context, 'previews' | 'origin'>): string[] {
  const environment = newEnvironment({ ...nothingKnown, ...wanted, embeds: true })
  dialect().parse(normalized(content), { ...environment })
  return [...environment.found.pages]
}

/** The HTML of a message with previews of those pages that have one; without previews if it would become too long. */
export function withPages(
  html: string,
  pages: readonly string[],
  known: (href: string) => EmbeddedPage | null,
): string {
  const embeds = pages.flatMap((href) => {
    const page = known(href)
    return page === null ? [] : [{ href, page }]
  })
  const whole = withEmbeds(html, embeds)
  return isTooLong(whole) ? html : whole
}

function newEnvironment(context: Context): Environment {
  const found: RenderFindings = {
    users: new Set(),
    groups: new Set(),
    wildcard: false,
    has_link: false,
    has_image: false,
    attachments: new Set(),
    pages: new Set(),
  }
  return { context, found, budget: new Budget(), inlineMatches: new InlineMatches([]) }
}

const isTooLong = (html: string): boolean =>
  html.length > longestHtml || new TextEncoder().encode(html).length > longestHtml

/** Renders the description of a stream or realm: the dialect of messages, without names and previews. */
export const renderDescription = (description: string): string => render(normalized(description), nothingKnown).html

/** Line ends as newlines, and tabs as spaces up to the next fourth column. */
export function normalized(content: string): string {
  const text = content.replaceAll(/\r\n?/g, '\n')
  return text.includes('\t') ? text.split('\n').map(withoutTabs).join('\n') : text
}

function withoutTabs(line: string): string {
  let expanded = ''
  for (const [index, part] of line.split('\t').entries())
    expanded += index === 0 ? part : ' '.repeat(4 - (expanded.length % 4)) + part
  return expanded
}
