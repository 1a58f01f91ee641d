/** What a client knows of a command beside what is kept. */
export interface Attempt {
  readonly done: Promise<object>
  readonly resolve: (answer: object) => void
  readonly reject: (error: unknown) => void
  readonly controller: AbortController
  /** Whether it may be tried. */
  isKept: boolean
  /** Whether it may have been done. */
  isTried: boolean
  /** Whether an event told of it. */
  isTold: boolean
  /** How many messages were tried before it. */
  since: number
}

export function newAttempt(isTried: boolean): Attempt {
  let settle!: Pick<Attempt, 'resolve' | 'reject'>
  const done = new Promise<object>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // Whoever asked may not want to know.
  done.catch(() => undefined)
  return { done, ...settle, controller: new AbortController(), isKept: isTried, isTried, isTold: false, since: 0 }
}
