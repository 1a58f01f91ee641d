import { laterWords } from '../later-words'

/** Says that the server has used up what its plan allows for a day, and what becomes of what one writes meanwhile. */
export function Paused({ until }: { readonly until: number }) {
  const { paused: said } = laterWords
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' }).format(until)
  return (
    <section class="bar" aria-label={said.name}>
      <p>{said.until(time)}</p>
    </section>
  )
}
