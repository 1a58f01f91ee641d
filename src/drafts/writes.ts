import { fragment, type Fragment } from '../core/sql/sql'
import { type DraftRow } from './queries'

/** Adds drafts, or replaces those with the same id. */
export const storeDrafts = (drafts: readonly DraftRow[]): Fragment => fragment`
  insert or replace into draft (id, user_id, type, recipients, topic, content, edited_at)
  select
    value ->> 'id', value ->> 'user_id', value ->> 'type', value -> 'to', value ->> 'topic', value ->> 'content',
    value ->> 'edited_at'
  from json_each(${JSON.stringify(drafts)})`

export const deleteDraft = (draft_id: number): Fragment => fragment`delete from draft where id = ${draft_id}`

export const deleteDrafts = (user_id: number): Fragment => fragment`delete from draft where user_id = ${user_id}`
