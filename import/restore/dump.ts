/** `npm run dump`: copies the database of a deployment into a file (docs/deploy.md, Backups). */
import { runCommand, status, version } from '../command-line.ts'
import { count } from '../numbers.ts'
import { print } from '../printing.ts'
import { scratchFolder } from '../scratch.ts'
import { dumpHelp, readDumpOptions } from './options.ts'
import { D1Database } from './sql/database.ts'
import { oldTextSource } from './old-text-source.ts'
import { dump } from './sql/dump.ts'
import { oldTextsFile } from './sql/old-texts.ts'

async function main(): Promise<number> {
  const options = readDumpOptions(process.argv.slice(2))
  if (options === null) {
    process.stdout.write(dumpHelp)
    return status.done
  }
  const { file, isJson } = options
  const scratch = scratchFolder()
  const database = new D1Database(options.database, scratch)
  const oldTexts = options.origin === null ? null : oldTextSource(options.origin)
  const report = await dump({ database, file, scratch, madeBy: `Rivulet ${version}`, oldTexts })
  if (isJson) {
    print(JSON.stringify({ ...report, done: true }))
    return status.done
  }
  const lines = [`${file} has ${count(report.rows)} rows. It also has hashes of passwords and keys: keep it safe.`]
  if (report.old_texts > 0)
    lines.push(
      `${oldTextsFile(file)} has the texts of ${count(report.old_texts)} old messages. It belongs to the copy.`,
    )
  if (report.doubtful > 0)
    lines.push(
      `${count(report.doubtful)} texts were changed while they were read: where they have a backslash before an n or r, a line break may stand instead.`,
    )
  print(lines.join('\n'))
  return status.done
}

await runCommand('dump', main)
