import type { texts } from '../../../i18n'

type Who = keyof typeof texts.organization.rules.who

/** Who each code of most policies admits (behaviour, Policies). */
const usual = {
  5: 'everybody',
  1: 'members',
  3: 'fullMembers',
  4: 'moderators',
  2: 'administrators',
  7: 'owners',
  6: 'nobody',
} as const satisfies Record<number, Who>

type Option = readonly [code: number, who: Who]

const optionsOf = (...codes: (keyof typeof usual)[]): readonly Option[] => codes.map((code) => [code, usual[code]])

/** Codes of each policy and who they admit, the least strict first (behaviour, Realm settings). */
export const policies = {
  add_custom_emoji_policy: optionsOf(1, 3, 4, 2),
  create_public_stream_policy: optionsOf(1, 3, 4, 2),
  create_private_stream_policy: optionsOf(1, 3, 4, 2),
  create_web_public_stream_policy: optionsOf(4, 2, 7, 6),
  delete_own_message_policy: optionsOf(5, 1, 3, 4, 2),
  edit_topic_policy: optionsOf(5, 1, 3, 4, 2),
  invite_to_realm_policy: optionsOf(1, 3, 4, 2, 6),
  invite_to_stream_policy: optionsOf(1, 3, 4, 2),
  move_messages_between_streams_policy: optionsOf(1, 3, 4, 2),
  user_group_edit_policy: optionsOf(1, 3, 4, 2),
  private_message_policy: [
    [1, 'everybody'],
    [2, 'nobodyButBots'],
  ],
  wildcard_mention_policy: [
    [1, 'everybody'],
    [2, 'members'],
    [3, 'fullMembers'],
    [7, 'moderators'],
    [4, 'administrators'],
    [6, 'nobody'],
  ],
  bot_creation_policy: [
    [1, 'members'],
    [2, 'membersWithoutGeneric'],
    [3, 'administrators'],
  ],
  email_address_visibility: [
    [1, 'everybody'],
    [5, 'moderators'],
    [3, 'administrators'],
    [4, 'nobody'],
  ],
} as const satisfies Record<string, readonly Option[]>

export type PolicyName = keyof typeof policies

/** Codes with the same meaning. Only the second one is offered. */
const sameAs: Partial<Record<PolicyName, Readonly<Record<number, number>>>> = { wildcard_mention_policy: { 5: 4 } }

/** The offered code that means the same as a stored code. */
export const offeredCode = (name: PolicyName, code: number): number => sameAs[name]?.[code] ?? code
