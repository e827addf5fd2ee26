package dev.cairn.architecture.planted.reaching.effect.http;

import dev.cairn.architecture.planted.reaching.engine.instance.Instance;
import dev.cairn.architecture.planted.reaching.engine.port.EffectCall;

public class Performer {
    EffectCall call;
    Instance instance;
}
