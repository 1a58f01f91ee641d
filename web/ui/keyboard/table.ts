/**
 * Where a key holds: `always` also while the user types, `list` in a list of messages or conversations, `message` for the
 * selected message, `row` for the selected conversation or draft, and `box` in the compose box.
 */
export type KeyPlace = 'always' | 'everywhere' | 'list' | 'message' | 'row' | 'box'

interface Entry {
  readonly command: string
  readonly place: KeyPlace
  /** Names by `nameOfKey`; Ctrl stands for Cmd as well. The first one is shown first. */
  readonly keys: readonly string[]
}

const entry = <C extends string>(place: KeyPlace, command: C, ...keys: readonly string[]) => ({ place, command, keys })

/** All shortcuts. Only the keys by which lists, menus and text boxes usually work are handled elsewhere. */
export const groups = {
  finding: [
    entry('everywhere', 'search', '/'),
    entry('always', 'goTo', 'Ctrl+k'),
    entry('everywhere', 'goToStream', 'q'),
    entry('everywhere', 'goToPerson', 'w'),
    entry('everywhere', 'filterSidebar', 'Q'),
    entry('everywhere', 'nextTopic', 'n'),
    entry('everywhere', 'nextPrivate', 'p'),
    entry('everywhere', 'inbox', 'I'),
    entry('everywhere', 'recent', 't'),
    entry('everywhere', 'all', 'a'),
    entry('everywhere', 'private', 'P'),
    entry('everywhere', 'starred', '*'),
    entry('everywhere', 'drafts', 'd'),
    entry('everywhere', 'account', 'g'),
    entry('always', 'nextRegion', 'F6'),
    entry('always', 'previousRegion', 'Shift+F6'),
    entry('everywhere', 'help', '?'),
    entry('always', 'out', 'Escape'),
  ],
  reading: [
    entry('everywhere', 'next', 'j'),
    entry('everywhere', 'previous', 'k'),
    entry('list', 'next', 'ArrowDown'),
    entry('list', 'previous', 'ArrowUp'),
    entry('list', 'first', 'Home'),
    entry('list', 'last', 'End', 'G'),
    entry('list', 'pageDown', 'PageDown', 'Space', 'J'),
    entry('list', 'pageUp', 'PageUp', 'Shift+Space', 'K'),
    entry('row', 'clear', 'e', 'Delete'),
    entry('always', 'markRead', 'Shift+Escape'),
    entry('message', 'toConversation', 's'),
    entry('message', 'toStream', 'S'),
  ],
  message: [
    entry('message', 'reply', 'r', 'Enter'),
    entry('message', 'quote', '>'),
    entry('message', 'mentionSender', '@'),
    entry('message', 'replyAlone', 'R'),
    entry('message', 'react', ':'),
    entry('message', 'thumbsUp', '+'),
    entry('message', 'joinReaction', '='),
    entry('message', 'star', 'Ctrl+s'),
    entry('message', 'edit', 'e'),
    entry('list', 'editLast', 'ArrowLeft'),
    entry('message', 'move', 'm'),
    entry('message', 'muteTopic', 'M'),
    entry('message', 'copyLink', 'l'),
    entry('message', 'unreadFrom', 'U'),
    entry('message', 'history', 'H'),
    entry('message', 'collapse', '-'),
    entry('message', 'viewImage', 'v'),
    entry('message', 'sender', 'u'),
    entry('message', 'more', 'i'),
  ],
  writing: [
    entry('everywhere', 'write', 'c'),
    entry('everywhere', 'writeAlone', 'x'),
    entry('box', 'send', 'Ctrl+Enter'),
    entry('box', 'bold', 'Ctrl+b'),
    entry('box', 'italic', 'Ctrl+i'),
    entry('box', 'strike', 'Ctrl+X'),
    entry('box', 'link', 'Ctrl+L'),
    entry('box', 'numbers', 'Ctrl+Shift+7'),
    entry('box', 'bullets', 'Ctrl+Shift+8'),
    entry('box', 'quotation', 'Ctrl+Shift+9'),
    entry('box', 'code', 'Ctrl+e'),
    entry('always', 'preview', 'Alt+p'),
    entry('box', 'toWritten', 'Ctrl+.'),
  ],
} as const satisfies Readonly<Record<string, readonly Entry[]>>

export type KeyGroup = keyof typeof groups

export type Shortcut = (typeof groups)[KeyGroup][number]['command']

export type ShortcutKeys = Entry & { readonly command: Shortcut }

export const allKeys: readonly ShortcutKeys[] = Object.values(groups).flat()
