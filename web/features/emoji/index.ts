export { EmojiButton } from './button'
export { characterOf, EmojiDrawing, type NamedEmoji } from './emoji-drawing'
export { emojiOf, emojiWeight, Glyph, loadEmoji, type Emoji } from './emoji'
export { quickEmoji, reactionOf } from './quick'
