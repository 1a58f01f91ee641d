import { fragment } from '../core/sql/sql'

/** Removes streams from all groups. */
export const removeFromGroups = (realm_id: number, stream_ids: readonly number[]) => fragment`
  delete from default_stream_group_member
  where group_id in (select id from default_stream_group where realm_id = ${realm_id})
    and stream_id in (select value from json_each(${JSON.stringify(stream_ids)}))`
