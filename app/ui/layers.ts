import { useEffect, useState } from "react";

/** Kinds of things that lie above the page, with the number each begins at. Source: seed, section 9. */
export const LAYER_BASES = { modal: 1_100, overlay: 1_000, menu: 1_000, tooltip: 1_100 } as const;

export type LayerKind = keyof typeof LAYER_BASES;

/** What is open, in the order it was opened. `z` is its z-index. */
export type Layers = readonly { kind: LayerKind; z: number }[];

export const isLayerKind = (name: string | undefined): name is LayerKind => name !== undefined && name in LAYER_BASES;

/**
 * The z-index of the next thing to open: its base and one; on one of its own kind one more; on one of another kind
 * the highest so far and its own base and one. Source: PrimeVue's ZIndex utility.
 */
export function nextLayer(open: Layers, kind: LayerKind) {
  const top = open.reduce<Layers[number] | null>((high, layer) => (high && high.z > layer.z ? high : layer), null);
  if (!top) return LAYER_BASES[kind] + 1;
  return top.z + (top.kind === kind ? 0 : LAYER_BASES[kind]) + 1;
}

let open: Layers = [];

/** Takes a number for something that opens now. Call `close` when it closes: its number is free again. */
export function openLayer(kind: LayerKind) {
  const layer = { kind, z: nextLayer(open, kind) };
  open = [...open, layer];
  return {
    z: layer.z,
    close() {
      open = open.filter((other) => other !== layer);
    },
  };
}

/** The z-index of something React opens and closes; undefined while it is closed or the page has no scripts. */
export function useLayer(kind: LayerKind, isOpen: boolean) {
  const [z, setZ] = useState<number>();
  useEffect(() => {
    if (!isOpen) return;
    const layer = openLayer(kind);
    setZ(layer.z);
    return () => {
      layer.close();
      setZ(undefined);
    };
  }, [kind, isOpen]);
  return z;
}
