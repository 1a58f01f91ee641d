import './stream-swatch.css'

/** Stands for a stream, in the reader's colour of it if there is one. It stands beside its name, and so has none. */
export const StreamSwatch = ({ color }: { color?: string | undefined }) => (
  <i class="square" style={{ background: color }} />
)
