/**
 * The open nodes of the branch and bound: a segment of the battery's price, a box of panel counts and a range of the kW
 * of panels that are priced together, with the bound proven there.
 */
import { year } from "../dispatch/year"
import { masterBegun, masterKeep, masterStartFrom } from "../master/simplex"
import { Integers, Series, takeSeries } from "../memory/series"
import { hasLeastYear, panelsLeast, panelsMost, problem } from "./problem"

/** Numbers of a node before its box, least and most panels of each roof. */
@unmanaged
class Node {
  lowerBound: f64
  /** The bound when it was last visited; −Infinity: never. */
  boundSeen: f64
  segment: f64
  /** kW. */
  placedLeast: f64
  placedMost: f64
  /** True if the master's last active set is kept, and for which of its starts; −1: none. */
  keptFor: f64

  @inline
  get box(): Series {
    return changetype<Series>(changetype<usize>(this) + offsetof<Node>())
  }
}

@unmanaged
class Nodes {
  count: i32
  most: i32
  /** Columns of the master where its active sets are kept, else 0. */
  columns: i32
  list: Series
}

const nodes = changetype<Nodes>(memory.data(offsetof<Nodes>(), 8))

/** Numbers of a node: its box, and two to each of the active set's. */
function nodeBytes(): usize {
  return offsetof<Node>() + ((<usize>(2 * year.roofs + ((nodes.columns + 1) >> 1))) << 3)
}

// @ts-ignore: decorator
@inline
function nodeAt(i: i32): Node {
  return changetype<Node>(nodes.list.address + <usize>i * nodeBytes())
}

/**
 * Takes room for `most` nodes and opens one per segment, with all panel counts. If the year of the least panels without
 * a battery is given, no node holds that plant. The nodes without a battery have more panels on a roof, and the least
 * before it.
 */
export function nodesBegin(most: i32, columns: i32): void {
  assert(most >= problem.segments + year.roofs)
  nodes.most = most
  nodes.columns = columns
  nodes.count = 0
  nodes.list = takeSeries(most * <i32>(nodeBytes() >> 3))
  for (let segment = 0; segment < problem.segments; segment++) {
    if (segment == 0 && hasLeastYear()) openMorePanels()
    else openSegment(segment)
  }
}

function openSegment(segment: i32): Node {
  const node = nodeAt(nodes.count++)
  node.lowerBound = -Infinity
  node.boundSeen = -Infinity
  node.segment = segment
  node.keptFor = -1
  node.placedLeast = 0
  node.placedMost = Infinity
  for (let k = 0; k < year.roofs; k++) {
    node.box[2 * k] = panelsLeast(k)
    node.box[2 * k + 1] = panelsMost(k)
  }
  return node
}

/** Opens the nodes of segment 0 that leave its least panels out. */
function openMorePanels(): void {
  for (let k = 0; k < year.roofs; k++) {
    if (panelsMost(k) <= panelsLeast(k)) continue
    const box = openSegment(0).box
    box[2 * k] = panelsLeast(k) + 1
    for (let before = 0; before < k; before++) box[2 * before + 1] = panelsLeast(before)
  }
}

/** The node with the least bound, the first of equals; −1: none is open. */
export function leastNode(): i32 {
  let best = -1
  for (let i = 0; i < nodes.count; i++) if (best < 0 || nodeBound(i) < nodeBound(best)) best = i
  return best
}

/** The least bound of all nodes but one. */
export function leastBoundBut(node: i32): f64 {
  let best = Infinity
  for (let i = 0; i < nodes.count; i++) if (i != node && nodeBound(i) < best) best = nodeBound(i)
  return best
}

export function nodeBound(node: i32): f64 {
  return nodeAt(node).lowerBound
}

export function raiseBound(node: i32, bound: f64): void {
  if (bound > nodeBound(node)) nodeAt(node).lowerBound = bound
}

/** Rise of a node's bound since its last visit; Infinity before the first. */
export function raisedSinceVisit(node: i32): f64 {
  return nodeAt(node).lowerBound - nodeAt(node).boundSeen
}

export function visitNode(node: i32): void {
  nodeAt(node).boundSeen = nodeBound(node)
}

export function nodeSegment(node: i32): i32 {
  return <i32>nodeAt(node).segment
}

function keptSet(node: i32): Integers {
  return changetype<Integers>(nodeAt(node).box.from(2 * year.roofs).address)
}

/** Keeps the master's active set with a node that was solved. */
export function keepSet(node: i32): void {
  if (nodes.columns > 0 && masterKeep(keptSet(node))) nodeAt(node).keptFor = masterBegun()
}

/** Lets the master start from the set kept with a node. */
export function startFromSet(node: i32): void {
  if (nodes.columns > 0 && nodeAt(node).keptFor == masterBegun()) masterStartFrom(keptSet(node))
}

export function placedLeast(node: i32): f64 {
  return nodeAt(node).placedLeast
}

export function placedMost(node: i32): f64 {
  return nodeAt(node).placedMost
}

export function boxLeast(node: i32, k: i32): f64 {
  return nodeAt(node).box[2 * k]
}

export function boxMost(node: i32, k: i32): f64 {
  return nodeAt(node).box[2 * k + 1]
}

function copyNode(to: i32, from: i32): void {
  memory.copy(changetype<usize>(nodeAt(to)), changetype<usize>(nodeAt(from)), nodeBytes())
}

/** Removes a node; the last one takes its number. */
export function closeNode(node: i32): void {
  assert(node >= 0 && node < nodes.count)
  nodes.count--
  if (node != nodes.count) copyNode(node, nodes.count)
}

/** Splits a node at panel count `panels` of roof k: at most floor, at least floor + 1. False: there is no room. */
export function splitNode(node: i32, k: i32, panels: f64): bool {
  if (nodes.count == nodes.most) return false
  const upper = nodes.count++
  nodeAt(node).boundSeen = -Infinity
  copyNode(upper, node)
  nodeAt(node).box[2 * k + 1] = floor(panels)
  nodeAt(upper).box[2 * k] = floor(panels) + 1
  return true
}

/**
 * Splits a node at a size of the panels priced together: at most `most` kW, at least `least`. False: there is no room.
 */
export function splitPlaced(node: i32, most: f64, least: f64): bool {
  if (nodes.count == nodes.most) return false
  const upper = nodes.count++
  copyNode(upper, node)
  nodeAt(node).placedMost = most
  nodeAt(upper).placedLeast = least
  return true
}
