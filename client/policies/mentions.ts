import type { Of } from '../api'
import type { PolicyStore } from './self'

/** Whether an edit mentions the account, by name or by a group, in a message that did not mention it before. */
export function isNewMention(
  { flags, orig_rendered_content: before }: Of<'update_message'>,
  { state, users }: Pick<PolicyStore, 'state' | 'users'>,
): boolean {
  // Without it, the edit did not change the text.
  if (before === undefined || !flags.includes('mentioned')) return false
  const groups = state.realm_user_groups.value.filter(({ members }) => members.includes(users.selfId))
  const mentions = [
    `<span class="user-mention" data-user-id="${users.selfId}">`,
    ...groups.map(({ id }) => `<span class="user-group-mention" data-user-group-id="${id}">`),
  ]
  return !mentions.some((mention) => before.includes(mention))
}
