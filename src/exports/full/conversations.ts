import { fragment, literal } from '../../core/sql/sql'
import type { Records } from '../../archive/records'
import { beforeFirstId } from '../../core/sql/ids'
import { openEnd } from '../../user-messages/spans'
import { absentStreams, isAgreed, isPersonal } from './scope'
import { chapterOf, idIn, idsAfter, lastOf, streamsIn } from './source'

interface ConversationRow {
  id: number
  /** Ids of the members, with commas. */
  member_key: string
  /** JSON list of [user_id, unread_from], of those whose personal data is there. */
  unread_from: string
}

export const conversations = chapterOf<ConversationRow>(
  'conversations',
  300,
  (source, [after], limit) =>
    source.sql`
    select id, member_key, (
      select json_group_array(json_array(user_id, unread_from)) from conversation_member as own
      where own.conversation_id = conversation.id and ${isPersonal(source.scope, fragment`own.user_id`)}
    ) as unread_from
    from conversation
    where ${idsAfter(source, fragment`id`, 'recipient', after)} and ${isAgreed(source.scope, fragment`conversation.id`)}
    order by id
    limit ${literal(limit)}
  `.all<ConversationRow>(),
  ({ id, member_key, unread_from }, source) => ({
    place: [id],
    record: {
      id: idIn(source, id),
      members: member_key.split(',').map((member) => idIn(source, Number(member))),
      unread_from: Object.fromEntries(
        (JSON.parse(unread_from) as [number, number][])
          .filter(([, from]) => from < openEnd)
          .map(([user_id, from]) => [String(idIn(source, user_id)), Math.max(1, idIn(source, from))]),
      ),
    } satisfies Records['conversations'],
  }),
)

interface InvitationRow {
  id: number
  inviter_id: number
  email: string | null
  invited_as: Records['invitations']['invited_as']
  /** JSON. */
  stream_ids: string
  created_at: number
  expires_at: number | null
}

/** Open invitations, which administrators see anyway. */
export const invitations = chapterOf<InvitationRow>(
  'invitations',
  200,
  (source, [after = beforeFirstId(source.realm_id)], limit) =>
    source.sql`
    select id, inviter_id, email, invited_as, stream_ids, created_at, expires_at from invitation
    where id > ${after} and id < ${beforeFirstId(source.realm_id + 1)} and status = 'open'
      and (expires_at is null or expires_at > unixepoch()) and inviter_id <= ${lastOf(source, 'user')}
    order by id
    limit ${literal(limit)}
  `.all<InvitationRow>(),
  ({ id, inviter_id, stream_ids, ...row }, source) => ({
    place: [id],
    record: {
      inviter_id: idIn(source, inviter_id),
      ...row,
      streams: streamsIn(source, absentStreams(source.scope), JSON.parse(stream_ids) as number[]),
    } satisfies Records['invitations'],
  }),
)
