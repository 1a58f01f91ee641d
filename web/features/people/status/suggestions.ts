import type { NamedEmoji } from '../../emoji'

const sign = (emoji_name: string, emoji_code: string): NamedEmoji => ({
  emoji_name,
  emoji_code,
  reaction_type: 'unicode_emoji',
})

/** Usual statuses, with emoji by the names in the server's table. */
export const suggestions = [
  ['busy', sign('working_on_it', '1f6e0')],
  ['meeting', sign('calendar', '1f4c5')],
  ['commuting', sign('bus', '1f68c')],
  ['sick', sign('hurt', '1f915')],
  ['vacation', sign('palm_tree', '1f334')],
  ['remote', sign('house', '1f3e0')],
  ['office', sign('office', '1f3e2')],
] as const
