package dev.cairn.mcp;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.quarkiverse.mcp.server.Prompt;
import io.quarkiverse.mcp.server.PromptArg;
import io.quarkiverse.mcp.server.PromptMessage;
import io.quarkiverse.mcp.server.Resource;
import io.quarkiverse.mcp.server.ResourceTemplate;
import io.quarkiverse.mcp.server.TextResourceContents;
import io.quarkiverse.mcp.server.Tool;
import io.quarkiverse.mcp.server.ToolArg;
import io.quarkiverse.mcp.server.ToolCallException;

/** Tools, prompts and resources of a shop. */
public class ShopServer {

    private final Set<String> known = ConcurrentHashMap.newKeySet();

    @Tool(description = "The price of some items")
    String price(@ToolArg(description = "item") String sku, @ToolArg(description = "number of items") int count) {
        return sku + " costs " + count * 7;
    }

    @Tool(description = "Sells out at once")
    String soldOut(@ToolArg(description = "item") String sku, @ToolArg(description = "number of items") int count) {
        throw new ToolCallException("No " + sku + " left");
    }

    @Tool(description = "Works when it is called again")
    String secondTime(@ToolArg(description = "item") String sku) {
        if (known.add(sku)) {
            throw new ToolCallException("Not yet");
        }
        return "done";
    }

    @Prompt(description = "Advice on an item")
    PromptMessage advise(@PromptArg(description = "item") String sku) {
        return PromptMessage.withUserRole("Is " + sku + " any good?");
    }

    @Resource(uri = "shop://opening-hours")
    TextResourceContents hours() {
        return TextResourceContents.create("shop://opening-hours", "9 to 5");
    }

    @ResourceTemplate(uriTemplate = "shop://items/{sku}")
    TextResourceContents item(String sku) {
        return TextResourceContents.create("shop://items/" + sku, sku);
    }
}
