package dev.cairn.architecture.planted.knot;

/** Three classes that depend on each other, and two that do so. {@link Alone} depends on both cycles and is in none. */
class KnotFirst {
    KnotSecond second;

    /** Leads on from an inner type. */
    static class Part {
        KnotThird[] third;
    }
}

class KnotSecond {
    KnotFirst.Part part;
}

class KnotThird {
    KnotFirst first() {
        return null;
    }
}

class PairFirst {
    PairSecond second;
}

class PairSecond {
    PairFirst first;
}

class Alone {
    KnotFirst knot;
    PairFirst pair;
}
