import { fragment, type Fragment } from '../core/sql/sql'
import type { ScheduledRow } from './queries'

/** Adds a scheduled message, or replaces the one with the same id. */
export const storeScheduled = (realm_id: number, { id, scheduled }: ScheduledRow): Fragment => fragment`
  insert or replace into scheduled_message (id, realm_id, sender_id, deliver_at, scheduled)
  values (${id}, ${realm_id}, ${scheduled.sender_id}, ${scheduled.deliver_at}, ${JSON.stringify(scheduled)})`

export const deleteScheduled = (ids: readonly number[]): Fragment => fragment`
  delete from scheduled_message
  where id in (select value from json_each(${JSON.stringify(ids)}))`

/** Deletes all waiting messages and reminders of these users. */
export const deleteScheduledOf = (user_ids: readonly number[]): Fragment => fragment`
  delete from scheduled_message
  where sender_id in (select value from json_each(${JSON.stringify(user_ids)}))`
