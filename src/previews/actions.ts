import { storePages } from './writes'
import type { Change, SystemTurn } from '../core/turn/change'
import type { JobReport } from '../core/jobs/job-kind'
import { fragment } from '../core/sql/sql'
import { renderingEvent } from '../edits/announce'
import { withoutEmbeds, type EmbeddedPage } from '../markdown/embeds'
import { linkedPages, withPages } from '../markdown/render'
import { settingsOf } from '../accounts/settings'
import type { UnknownPages } from './jobs'
import { linkingMessage, maxCachedPages, fetchedPages } from './queries'

/** Stores fetched pages and adds their previews to the current message. This does not count as an edit (markdown, Previews). */
export async function showPages(
  turn: SystemTurn,
  { payload: { message_id, urls, origin }, outcome }: JobReport<UnknownPages, (EmbeddedPage | null)[]>,
): Promise<Change> {
  const { cached, sql, realm_id, now } = turn
  const pages = urls.map((url, index) => ({ url, page: outcome?.[index] ?? null }))
  const cachedPages = await cached(fetchedPages, realm_id)
  for (const { url, page } of pages) {
    cachedPages.delete(url)
    cachedPages.set(url, { page, fetched_at: now })
    if (cachedPages.size > maxCachedPages) cachedPages.delete(cachedPages.keys().next().value!)
  }
  const pagesWrite = storePages(realm_id, now, pages)

  const message = await linkingMessage(sql, realm_id, message_id)
  if (message === null) return { writes: [pagesWrite], result: {} }
  const settings = settingsOf(message)
  if (!settings.inline_url_embed_preview) return { writes: [pagesWrite], result: {} }
  const linked = linkedPages(message.content, { previews: settings.inline_image_preview, origin })
  const html = withPages(withoutEmbeds(message.rendered_content), linked, (href) => cachedPages.get(href)?.page ?? null)
  if (html === message.rendered_content) return { writes: [pagesWrite], result: {} }
  return {
    writes: [pagesWrite, fragment`update message set rendered_content = ${html} where id = ${message_id}`],
    events: await renderingEvent(turn, { ...message, rendered_content: html }),
    result: {},
  }
}
