export { EmojiButton } from './button'
export { characterOf, Drawing, type Named } from './drawing'
export { emojiOf, emojiWeight, Glyph, loadEmoji, type Emoji } from './emoji'
export { quickEmoji, reactionOf } from './quick'
