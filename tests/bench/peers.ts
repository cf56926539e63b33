/**
 * Peers of the optimiser on the same program: HiGHS as WebAssembly, and the native Clp, CBC and SciPy's HiGHS if
 * installed. Reading the program's text and solving it are timed separately.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { cpus, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import loadHighs from "highs"
import { median, threadMs, threadMsSoFar } from "./cpu.ts"
import type { Row } from "./table.ts"

export interface PeerAnswer {
  peer: string
  /** Processor time of reading the program's text [ms]. */
  readMs: number
  /** Processor time of solving it [ms]. */
  solveMs: number
  /** The best total; undefined if none was found within the limit. */
  eur?: number | undefined
  /** Proven relative gap at the end; undefined if the peer states none. */
  gap?: number | undefined
  /** True if the requested gap was reached. */
  isClosed: boolean
}

/** Tolerance, and limit of processor time. */
export interface Effort {
  gap: number
  seconds: number
}

interface Peer {
  name: string
  /** Solves programs with whole numbers too. */
  isInteger: boolean
  solve(program: string, effort: Effort): Promise<Omit<PeerAnswer, "peer">>
}

const SCIPY = fileURLToPath(new URL("./scipyHighs.py", import.meta.url))
const PYTHONS = ["python3", "/usr/bin/python3"]
/** The peers in a bench's table, and how Debian installs each. */
const INSTALL = { Clp: "coinor-clp", CBC: "coinor-cbc", "HiGHS (SciPy)": "python3-scipy" } as const

const succeeds = (command: string, ...options: string[]): boolean => spawnSync(command, options).status === 0

/** Output of a program that must succeed, and its processor time [ms]. */
const spent = (cmd: string[]): { ms: number; text: string } => {
  const { exitCode, stdout, stderr, resourceUsage } = Bun.spawnSync({ cmd, stdout: "pipe", stderr: "pipe" })
  if (exitCode !== 0) throw new Error(`${cmd[0]} ended with ${exitCode}: ${stderr}`)
  return { ms: Number(resourceUsage.cpuTime.total) / 1000, text: stdout.toString() }
}

const withFile = <Answer>(program: string, use: (path: string) => Answer): Answer => {
  const folder = mkdtempSync(join(tmpdir(), "peer-"))
  const path = join(folder, "program.lp")
  writeFileSync(path, program)
  try {
    return use(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const numberIn = (text: string, pattern: RegExp): number | undefined => {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** Uncounted solves of an instance, during which the engine compiles its hot functions. */
const WARM_UP = 2

/** Instance for linear programs. A program with whole numbers gets a fresh one: an interrupted search leaves memory. */
let warmHighs: Awaited<ReturnType<typeof loadHighs>> | undefined

const warmInstance = async (program: string) => {
  if (warmHighs) return warmHighs
  const instance = await loadHighs()
  for (let i = 0; i < WARM_UP; i++)
    instance.withModel({ format: "lp", data: program }, model => {
      model.options.set({ output_flag: false })
      model.run()
    })
  warmHighs = instance
  return instance
}

const highs: Peer = {
  name: "HiGHS (WebAssembly)",
  isInteger: true,
  async solve(program, { gap, seconds }) {
    const { createModel, constants } = gap === 0 ? await warmInstance(program) : await loadHighs()
    const { ms: readMs, answer: model } = threadMs(() => createModel({ format: "lp", data: program }))
    model.options.set({ output_flag: false, mip_rel_gap: gap })
    const startMs = threadMsSoFar()
    const { ms: solveMs } = threadMs(() =>
      model.run({
        [constants.callbackType.mipInterrupt](event) {
          if (threadMsSoFar() - startMs > 1000 * seconds) event.interrupt()
        },
      }),
    )
    const [eur, proven] = [model.getObjectiveValue(), Number(model.info.get("mip_gap"))]
    const isClosed = model.getModelStatus() === constants.modelStatus.optimal
    model.dispose()
    const isFound = Number.isFinite(eur) && (isClosed || Number.isFinite(proven))
    return {
      readMs,
      solveMs,
      eur: isFound ? eur : undefined,
      gap: Number.isFinite(proven) ? proven : undefined,
      isClosed,
    }
  },
}

const clp: Peer = {
  name: "Clp",
  isInteger: false,
  solve: async (program, { seconds }) =>
    withFile(program, path => {
      const read = spent(["clp", path, "-quit"])
      const { ms, text } = spent(["clp", path, "-sec", `${seconds}`, "-solve", "-quit"])
      const eur = numberIn(text, /^Optimal objective (\S+)/m)
      return { readMs: read.ms, solveMs: ms - read.ms, eur, isClosed: eur !== undefined }
    }),
}

const cbc: Peer = {
  name: "CBC",
  isInteger: true,
  solve: async (program, { gap, seconds }) =>
    withFile(program, path => {
      const read = spent(["cbc", path, "-quit"])
      const { ms, text } = spent(["cbc", path, "-ratioGap", `${gap}`, "-sec", `${seconds}`, "-solve", "-quit"])
      const isClosed = text.includes("Result - Optimal solution found")
      const eur = numberIn(text, /^Objective value:\s+(\S+)/m)
      const proven = isClosed ? gap : numberIn(text, /^Gap:\s+(\S+)/m)
      return { readMs: read.ms, solveMs: ms - read.ms, eur, gap: proven, isClosed }
    }),
}

/** Ratio of wall-clock time to processor time under the current load, because SciPy's limit is by the clock. */
const waiting = (): number => Math.max(1, loadavg()[0]! / cpus().length)

const scipyOf = (python: string): Peer => ({
  name: "HiGHS (SciPy)",
  isInteger: true,
  solve: async (program, { gap, seconds }) =>
    withFile(program, path => {
      const {
        eur,
        gap: proven,
        ...rest
      } = JSON.parse(spent([python, SCIPY, path, `${gap}`, `${seconds * waiting()}`]).text)
      return { ...rest, eur: eur ?? undefined, gap: proven ?? undefined }
    }),
})

/** The peers of this machine. */
export const findPeers = () => {
  const python = PYTHONS.find(command => succeeds(command, "-c", "from scipy.optimize import milp"))
  const native = [
    ...(succeeds("clp", "-quit") ? [clp] : []),
    ...(succeeds("cbc", "-quit") ? [cbc] : []),
    ...(python ? [scipyOf(python)] : []),
  ]
  const absent = Object.entries(INSTALL).filter(([name]) => !native.some(peer => peer.name === name))
  const all = [highs, ...native]
  const solveAll = async (peers: Peer[], program: string, effort: Effort): Promise<PeerAnswer[]> => {
    const answers: PeerAnswer[] = []
    for (const peer of peers) answers.push({ peer: peer.name, ...(await peer.solve(program, effort)) })
    return answers
  }
  return {
    /** Names the peers that are not measured. */
    absent: absent.map(([name, debian]) => `${name} is not installed and not measured (apt-get install ${debian})`),
    /** A linear program: CBC passes it to Clp. */
    solveLinear: (program: string, seconds: number) =>
      solveAll(
        all.filter(peer => peer !== cbc),
        program,
        { gap: 0, seconds },
      ),
    /** A program with whole numbers. */
    solveInteger: (program: string, effort: Effort) =>
      solveAll(
        all.filter(peer => peer.isInteger),
        program,
        effort,
      ),
  }
}

export type Peers = ReturnType<typeof findPeers>

/** Programs that the optimiser and the peers solved. */
export interface Against {
  name: string
  /** Processor time of the optimiser [ms]. */
  ownMs: number
  answers: readonly PeerAnswer[]
}

const seconds = (ms: number): string => (ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`)

/** A row for each peer: median times of the programs on both sides, solving alone. */
export const peerRows = (programs: readonly Against[], fasterThan: number): Row[] => {
  const ownMs = median(programs.map(each => each.ownMs))
  const names = [...new Set(programs.flatMap(each => each.answers.map(({ peer }) => peer)))]
  return names.map(name => {
    const answers = programs.flatMap(each => each.answers.filter(({ peer }) => peer === name))
    const [solveMs, readMs] = [median(answers.map(each => each.solveMs)), median(answers.map(each => each.readMs))]
    const ratio = solveMs / ownMs
    const open = answers.filter(({ isClosed }) => !isClosed).length
    return {
      what: `  ${name} solves in, reading not counted`,
      measured: `${seconds(solveMs)}, ${ratio.toFixed(0)} × (reads in ${seconds(readMs)}${open ? `, ${open} not solved` : ""})`,
      bar: `≥ ${fasterThan} ×`,
      holds: ratio >= fasterThan,
    }
  })
}

/** Single programs in which a peer is not slower by a factor. */
export const peerLosses = (programs: readonly Against[], fasterThan: number): string[] =>
  programs.flatMap(({ name, ownMs, answers }) =>
    answers
      .filter(({ solveMs, isClosed }) => isClosed && solveMs < fasterThan * ownMs)
      .map(({ peer, solveMs }) => `${name}: ${peer} takes only ${(solveMs / ownMs).toFixed(0)} ×`),
  )

/** A peer's answer as text: closed or its gap, and its time. */
export const answerText = ({ solveMs, gap, isClosed, eur }: PeerAnswer, ownMs: number): string => {
  const ratio = `${(solveMs / ownMs).toFixed(0)} ×`
  if (isClosed) return `closed in ${seconds(solveMs)}, ${ratio}`
  const reached = eur === undefined ? "no plant" : gap === undefined ? "open" : `gap ${(100 * gap).toFixed(2)} %`
  return `${reached} after ${seconds(solveMs)}, more than ${ratio}`
}
