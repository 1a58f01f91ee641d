import { fragment, type Fragment } from '../core/sql/sql'
import { type StatusRow } from './queries'

/** New parts of a status; missing ones stay. */
type StatusChange = Partial<Omit<StatusRow, 'user_id' | 'away'> & { away: boolean }>

export function writeStatus(user_id: number, change: StatusChange): Fragment {
  const { away = null, status_text = null, emoji_name = null, emoji_code = null, reaction_type = null } = change
  return fragment`
    insert into user_status (user_id, away, status_text, emoji_name, emoji_code, reaction_type)
    values (
      ${user_id}, coalesce(${away}, 0), coalesce(${status_text}, ''),
      coalesce(${emoji_name}, ''), coalesce(${emoji_code}, ''), coalesce(${reaction_type}, 'unicode_emoji')
    )
    on conflict (user_id) do update set
      away = coalesce(${away}, away),
      status_text = coalesce(${status_text}, status_text),
      emoji_name = coalesce(${emoji_name}, emoji_name),
      emoji_code = coalesce(${emoji_code}, emoji_code),
      reaction_type = coalesce(${reaction_type}, reaction_type)`
}
