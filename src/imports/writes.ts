import { fragment, type Fragment } from '../core/sql/sql'
import type { Import } from './queries'

export const insertImport = ({
  id,
  realm_id,
  owner_id,
  plan,
  aliases,
  started_at,
}: Pick<Import, 'id' | 'realm_id' | 'owner_id' | 'plan' | 'aliases' | 'started_at'>): Fragment => fragment`
  insert into realm_import (id, realm_id, owner_id, plan, aliases, started_at)
  values (${id}, ${realm_id}, ${owner_id}, ${JSON.stringify(plan)}, ${JSON.stringify(aliases)}, ${started_at})`

/** Stores how far an import has come. */
export const storeProgress = ({ id, aliases, bot_owners, done, files_done }: Import): Fragment => fragment`
  update realm_import
  set aliases = ${JSON.stringify(aliases)}, bot_owners = ${JSON.stringify(bot_owners)}, done = ${JSON.stringify(done)},
    files_done = ${JSON.stringify(files_done)}
  where id = ${id}`

export const setFinished = (id: number, now: number): Fragment =>
  fragment`update realm_import set finished_at = ${now} where id = ${id}`

export const setStopped = (id: number, now: number): Fragment =>
  fragment`update realm_import set stopped_at = ${now} where id = ${id}`
