import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator, Page } from 'playwright-core'

/** A topic of the demo that `npm start` creates. */
const topic = 'trying things out'

/**
 * Makes a conversation of the demo long: repeats its newest message, as if each copy had been sent. The copies are named "Number 1" to
 * "Number `count`", in paragraphs of many heights. The server must not be running.
 */
export function makeLongConversation(stateFolder: string, count: number): void {
  const folder = join(stateFolder, 'v3/d1/miniflare-D1DatabaseObject')
  const [file] = readdirSync(folder).filter((name) => /^[0-9a-f]+\.sqlite$/.test(name))
  const database = new DatabaseSync(join(folder, file!))
  const changedColumns: Readonly<Record<string, string>> = {
    id: `(select max(id) from message) + number`,
    event_id: `(select max(event_id) from message) + number`,
    content: `'Number ' || number`,
    commit_token: 'null',
    rendered_content: `'<p>Number ' || number || replace(hex(zeroblob(number % 7 * number % 40)), '00', ' and so on') || '</p>'`,
  }
  const columns = database.prepare('select name from pragma_table_info(?)').all('message') as { name: string }[]
  const names = columns.map(({ name }) => name)
  database.exec(`
    with recursive more (number) as (select 1 union all select number + 1 from more where number < ${count})
    insert into message (${names.join()})
    select ${names.map((name) => changedColumns[name] ?? name).join()} from more, (select * from message where topic = '${topic}' order by id desc limit 1);
    update commit_state set counters = json_set(
      counters,
      '$.message', (select max(id) from message),
      '$.event', max(counters ->> '$.event', (select max(event_id) from message))
    ) where realm_id = 1;
  `)
  database.close()
}

/** Logs in to the demo, opens its long conversation where everything is read, and returns the newest of `count` messages. */
export async function openLongConversation(page: Page, origin: string, count: number): Promise<Locator> {
  await page.goto(`${origin}/login`)
  await page.getByRole('group', { name: 'Demo accounts' }).getByRole('button').first().click()
  const streams = page.getByRole('navigation', { name: 'Streams' })
  await streams.getByRole('link', { name: /^general/ }).click()
  // Otherwise it would open at its first unread message.
  await page.evaluate(() =>
    fetch('/api/v1/mark_all_as_read', { method: 'POST', headers: { 'X-Requested-With': 'test' } }),
  )
  await streams.getByRole('link', { name: topic, exact: true }).click()
  const newest = page
    .getByRole('main')
    .getByRole('article')
    .filter({ hasText: `Number ${count}` })
  await newest.waitFor()
  return newest
}
