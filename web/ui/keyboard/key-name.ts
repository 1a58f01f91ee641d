/** Keys that mean nothing by themselves. */
const held = /^(Control|Shift|Alt|Meta|AltGraph|CapsLock|Dead|Process|Unidentified)$/

/**
 * What a key is called in the table; null if it has no name there. Letters go by the key where another script is written, and
 * their case by Shift alone, whatever Caps Lock says.
 */
export function nameOfKey(event: KeyboardEvent): string | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  if (event.isComposing || held.test(key)) return null
  // What a digit writes with Shift is another sign on each keyboard.
  const [, digit] = /^Digit(\d)$/.exec(code) ?? []
  if (digit !== undefined && (ctrlKey || metaKey) && shiftKey && !altKey) return `Ctrl+Shift+${digit}`
  const [, place = key] = /^Key([A-Z])$/.exec(code) ?? []
  const sign = /^[a-z]$/i.test(key) ? key : /^\p{L}$/u.test(key) ? place : key
  const letter = shiftKey ? sign.toUpperCase() : sign.toLowerCase()
  const other = sign === ' ' ? 'Space' : sign
  const name = /^[a-z]$/i.test(sign) ? letter : shiftKey && other.length > 1 ? `Shift+${other}` : other
  // A sign that is written by it.
  if (event.getModifierState('AltGraph')) return name
  return (ctrlKey || metaKey ? 'Ctrl+' : '') + (altKey ? 'Alt+' : '') + name
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

const drawn: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** The keys that are pressed together, as they are printed on keyboards. */
export function printed(name: string, names: Readonly<Record<string, string>>): string[] {
  const parts = name === '+' ? ['+'] : name.split('+')
  const last = parts.at(-1)!
  const shift = /^[A-Z]$/.test(last) ? ['Shift'] : []
  return [...parts.slice(0, -1), ...shift, last].map((part) => {
    if (/^[a-z]$/i.test(part)) return part.toUpperCase()
    if (isApple && part === 'Ctrl') return '⌘'
    return drawn[part] ?? names[part] ?? part
  })
}
