import './avatar.css'

interface AvatarProps {
  readonly user_id: number
  readonly name: string
  /** Address of a picture. One of another site is not shown: asking for it would tell that site who looks. */
  readonly picture?: string | null | undefined
  readonly size?: number
  /** Whether a press on it opens what is known of them. */
  readonly opens?: boolean
}

/** Pixels of width below which nobody could read two letters. */
const tiny = 24

/** A person's picture, or their initials on a colour of their own. It stands beside their name, and so has none. */
export function Avatar({ user_id, name, picture, size = 28, opens = false }: AvatarProps) {
  const own = picture?.startsWith('/') === true && !picture.startsWith('//')
  const opened = opens ? user_id : undefined
  const box = { width: `${size}px`, height: `${size}px`, '--hue': String((user_id * 137.5) % 360) }
  if (own)
    return <img class="avatar" data-user-id={opened} src={picture} alt="" style={box} width={size} height={size} />
  return (
    // As a style: it is a picture, and no text that a name would have to contain.
    <span
      class="avatar"
      data-user-id={opened}
      aria-hidden="true"
      data-initials={initials(name, size < tiny ? 1 : 2)}
      style={{ ...box, fontSize: `${Math.round(size * (size < tiny ? 0.6 : 0.4))}px` }}
    />
  )
}

/** First letters of the first and the last word, or fewer of them. */
function initials(name: string, most: number): string {
  const letters = name.split(/\s+/).flatMap((word) => /^[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? [])
  return [...new Set([letters[0], letters.at(-1)].slice(0, Math.min(letters.length, most)))]
    .join('')
    .toLocaleUpperCase()
}
