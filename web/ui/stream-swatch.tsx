import './stream-swatch.css'

/** A square in the user's colour of a stream. It has no accessible name, because the stream's name is always beside it. */
export const StreamSwatch = ({ color }: { color?: string | undefined }) => (
  <i class="square" style={{ background: color }} />
)
