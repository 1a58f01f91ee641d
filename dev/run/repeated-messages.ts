import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Repeats the newest message of a topic in the first organization of a stopped server, as if each copy had been sent. The copies are
 * named "Number 1" to "Number `count`", in paragraphs of many heights.
 */
export function repeatNewestMessage(stateFolder: string, topic: string, count: number): void {
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
