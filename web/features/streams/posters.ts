import { laterWords } from '../../i18n/later-words'

/** Who may post, by the codes of `stream_post_policy`, from most to fewest people (objects, Stream). */
export function posters(): readonly { readonly value: number; readonly label: string }[] {
  const { everybody, fullMembers, moderators, administrators } = laterWords.streamRules.posters
  return [
    { value: 1, label: everybody },
    { value: 3, label: fullMembers },
    { value: 4, label: moderators },
    { value: 2, label: administrators },
  ]
}
