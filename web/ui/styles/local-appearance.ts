import { signal } from '@preact/signals'

/**
 * What somebody chose for this browser alone: what is read well depends on the screen. `null` is what their account says
 * (`dense_mode`, which knows two sizes).
 */
export interface LooksHere {
  readonly textSize: TextSize | null
  readonly density: Density
}

export const textSizes = ['small', 'normal', 'large'] as const
export type TextSize = (typeof textSizes)[number]

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** What is kept, if it is one of those that there are. */
const kept = <T extends string>(name: string, values: readonly T[]): T | null =>
  values.find((value) => value === localStorage[name]) ?? null

const read = (): LooksHere => ({
  textSize: kept('textSize', textSizes),
  density: kept('density', densities) ?? 'comfortable',
})

export const looksHere = signal(read())

// Other windows of this browser follow.
addEventListener('storage', ({ key }) => {
  if (key === 'textSize' || key === 'density') looksHere.value = read()
})

export function chooseLooksHere(chosen: Partial<LooksHere>): void {
  for (const [name, value] of Object.entries(chosen)) localStorage[name] = String(value)
  looksHere.value = { ...looksHere.peek(), ...chosen }
}

/** The size of text in this browser, for somebody whose account says `dense_mode`. */
export const textSizeOf = ({ textSize }: LooksHere, isDense: boolean): TextSize =>
  textSize ?? (isDense ? 'normal' : 'large')
