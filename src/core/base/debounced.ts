/** Does work a little later, once for all calls until then: a burst of changes is stored in few rows. */
export class Debounced {
  private timer: ReturnType<typeof setTimeout> | null = null

  constructor(
    private readonly work: () => void,
    private readonly ms: number,
  ) {}

  readonly soon = (): void => {
    this.timer ??= setTimeout(() => this.now(), this.ms)
  }

  now(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    this.work()
  }
}
