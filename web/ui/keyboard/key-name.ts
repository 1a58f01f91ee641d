/** Modifiers and dead keys, which do nothing by themselves. */
const held = /^(Control|Shift|Alt|Meta|AltGraph|CapsLock|Dead|Process|Unidentified)$/

/**
 * The name of a key in the table of shortcuts; null for a modifier. In other scripts than Latin, a letter is named by its
 * physical key. Only Shift decides its case, not Caps Lock.
 */
export function nameOfKey(event: KeyboardEvent): string | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  if (event.isComposing || held.test(key)) return null
  // Shift and a digit give another character on each keyboard layout.
  const [, digit] = /^Digit(\d)$/.exec(code) ?? []
  if (digit !== undefined && (ctrlKey || metaKey) && shiftKey && !altKey) return `Ctrl+Shift+${digit}`
  const [, place = key] = /^Key([A-Z])$/.exec(code) ?? []
  const sign = /^[a-z]$/i.test(key) ? key : /^\p{L}$/u.test(key) ? place : key
  const letter = shiftKey ? sign.toUpperCase() : sign.toLowerCase()
  const other = sign === ' ' ? 'Space' : sign
  const name = /^[a-z]$/i.test(sign) ? letter : shiftKey && other.length > 1 ? `Shift+${other}` : other
  // AltGr sets Ctrl and Alt, too, but is only needed to type the character.
  if (event.getModifierState('AltGraph')) return name
  return (ctrlKey || metaKey ? 'Ctrl+' : '') + (altKey ? 'Alt+' : '') + name
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

const keySymbols: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** The labels of the keys that are pressed together. */
export function keyLabels(name: string, names: Readonly<Record<string, string>>): string[] {
  const parts = name === '+' ? ['+'] : name.split('+')
  const last = parts.at(-1)!
  const shift = /^[A-Z]$/.test(last) ? ['Shift'] : []
  return [...parts.slice(0, -1), ...shift, last].map((part) => {
    if (/^[a-z]$/i.test(part)) return part.toUpperCase()
    if (isApple && part === 'Ctrl') return '⌘'
    return keySymbols[part] ?? names[part] ?? part
  })
}
