import { postPolicies } from '../../../client/policies'
import { laterWords } from '../../i18n/later-words'

const order = ['everybody', 'fullMembers', 'moderators', 'administrators'] as const

/** Who may post, by the codes of `stream_post_policy`, from most to fewest people. */
export const posters = (): readonly { readonly value: number; readonly label: string }[] =>
  order.map((name) => ({ value: postPolicies[name], label: laterWords.streamRules.posters[name] }))
