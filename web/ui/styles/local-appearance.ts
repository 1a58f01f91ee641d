import { signal } from '@preact/signals'

/**
 * What somebody chose for this browser alone: what is read well depends on the screen. `null` is what their account says
 * (`dense_mode`, which knows two sizes).
 */
export interface LocalAppearance {
  readonly textSize: TextSize | null
  readonly density: Density
}

export const textSizes = ['small', 'normal', 'large'] as const
export type TextSize = (typeof textSizes)[number]

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** What is kept, if it is one of those that there are. */
const storedChoice = <T extends string>(name: string, values: readonly T[]): T | null =>
  values.find((value) => value === localStorage[name]) ?? null

const read = (): LocalAppearance => ({
  textSize: storedChoice('textSize', textSizes),
  density: storedChoice('density', densities) ?? 'comfortable',
})

export const localAppearance = signal(read())

// Other windows of this browser follow.
addEventListener('storage', ({ key }) => {
  if (key === 'textSize' || key === 'density') localAppearance.value = read()
})

export function setLocalAppearance(chosen: Partial<LocalAppearance>): void {
  for (const [name, value] of Object.entries(chosen)) localStorage[name] = String(value)
  localAppearance.value = { ...localAppearance.peek(), ...chosen }
}

/** The size of text in this browser, for somebody whose account says `dense_mode`. */
export const textSizeOf = ({ textSize }: LocalAppearance, isDense: boolean): TextSize =>
  textSize ?? (isDense ? 'normal' : 'large')
