import type { Trail } from '../core/commit/commit-tokens'
import { beforeFirstId } from '../core/sql/ids'
import { fragment, literal } from '../core/sql/sql'

/** Messages that carry the tokens of their commits: those sent after the commit state was written. */
export const messageTrail: Trail = ({ realm_id, counters, maxRows }) => fragment`
  select json_object('token', commit_token, 'ids', json_object('message', id, 'event', event_id)) as carried
  from message
  where commit_token is not null and id < ${beforeFirstId(realm_id + 1)}
    and id > ${beforeFirstId(realm_id)} + coalesce(${counters} ->> '$.message', 0)
  order by id desc
  limit ${literal(maxRows)}`
