/** The open nodes of the branch and bound: a battery tier and a box of panel counts, with the bound proven there. */
import { takeF64 } from "./arena"
import { at, put } from "./numbers"
import { panelsLeast, panelsMost, tiers } from "./sizingProblem"
import { roofs } from "./year"

/** Numbers of a node before its box: bound, bound when last visited (−Infinity: never), tier. */
const BOUND: i32 = 0
const SEEN: i32 = 1
const TIER: i32 = 2
const BOX: i32 = 3

let list: usize = 0
let nodesMax: i32 = 0
export let nodes: i32 = 0

// @ts-ignore: decorator
@inline
function address(node: i32): usize {
  return list + (<usize>(node * (BOX + 2 * roofs)) << 3)
}

/** Takes room for `most` nodes and opens one per battery tier, with all panel counts. */
export function nodesBegin(most: i32): void {
  nodesMax = most
  list = takeF64(most * (BOX + 2 * roofs))
  for (nodes = 0; nodes < tiers; nodes++) {
    const node = address(nodes)
    put(node, BOUND, -Infinity)
    put(node, SEEN, -Infinity)
    put(node, TIER, nodes)
    for (let k = 0; k < roofs; k++) {
      put(node, BOX + 2 * k, panelsLeast(k))
      put(node, BOX + 2 * k + 1, panelsMost(k))
    }
  }
}

/** The node with the least bound, the first of equals; −1: none is open. */
export function leastNode(): i32 {
  let best = -1
  for (let i = 0; i < nodes; i++) if (best < 0 || nodeBound(i) < nodeBound(best)) best = i
  return best
}

/** The least bound of all nodes but one. */
export function leastBoundBut(node: i32): f64 {
  let best = Infinity
  for (let i = 0; i < nodes; i++) if (i != node && nodeBound(i) < best) best = nodeBound(i)
  return best
}

export function nodeBound(node: i32): f64 {
  return at(address(node), BOUND)
}

export function raiseBound(node: i32, bound: f64): void {
  if (bound > nodeBound(node)) put(address(node), BOUND, bound)
}

export function nodeSeen(node: i32): f64 {
  return at(address(node), SEEN)
}

export function seeNode(node: i32): void {
  put(address(node), SEEN, nodeBound(node))
}

export function nodeTier(node: i32): i32 {
  return <i32>at(address(node), TIER)
}

export function boxLeast(node: i32, k: i32): f64 {
  return at(address(node), BOX + 2 * k)
}

export function boxMost(node: i32, k: i32): f64 {
  return at(address(node), BOX + 2 * k + 1)
}

/** Removes a node; the last one takes its number. */
export function closeNode(node: i32): void {
  nodes--
  if (node != nodes) memory.copy(address(node), address(nodes), (BOX + 2 * roofs) << 3)
}

/** Splits a node at panel count `panels` of roof k: at most floor, at least floor + 1. False: there is no room. */
export function splitNode(node: i32, k: i32, panels: f64): bool {
  if (nodes == nodesMax) return false
  const lower = address(node)
  const upper = address(nodes++)
  put(lower, SEEN, -Infinity)
  memory.copy(upper, lower, (BOX + 2 * roofs) << 3)
  put(lower, BOX + 2 * k + 1, floor(panels))
  put(upper, BOX + 2 * k, floor(panels) + 1)
  return true
}
