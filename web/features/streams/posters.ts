import { postPolicies } from '../../../client/policies'
import { texts } from '../../i18n'

const order = ['everybody', 'fullMembers', 'moderators', 'administrators'] as const

/** Who may post, by the codes of `stream_post_policy`, from most to fewest people. */
export const posters = (): readonly { readonly value: number; readonly label: string }[] =>
  order.map((name) => ({ value: postPolicies[name], label: texts.streamEditing.posters[name] }))
